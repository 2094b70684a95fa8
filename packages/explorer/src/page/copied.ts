import { type Ref, ref } from 'vue';

/** Returns a function that copies a text to the clipboard, and a flag that is set for two seconds after copying. */
export function useCopied(): { readonly copied: Ref<boolean>; readonly copy: (text: string) => Promise<void> } {
  const copied = ref(false);
  async function copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
    copied.value = true;
    setTimeout(() => {
      copied.value = false;
    }, 2000);
  }
  return { copied, copy };
}
