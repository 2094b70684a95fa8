import { type Ref, ref } from 'vue';

/** Copies texts to the clipboard, and reports it for a moment. */
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
