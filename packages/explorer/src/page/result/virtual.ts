import { computed, type MaybeRefOrGetter, onMounted, onUnmounted, ref, type ShallowRef, toValue } from 'vue';

/** Computes the visible rows of a long list, so that only these are rendered. `height`: of a row, in pixels. */
export function useVisibleRows(scroller: Readonly<ShallowRef<HTMLElement | null>>, count: MaybeRefOrGetter<number>, height: number) {
  const top = ref(0);
  const extent = ref(600);
  let frame = 0;
  const scrolled = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      top.value = scroller.value?.scrollTop ?? 0;
    });
  };
  const observer = new ResizeObserver(() => {
    extent.value = scroller.value?.clientHeight ?? 600;
  });
  onMounted(() => {
    scroller.value?.addEventListener('scroll', scrolled, { passive: true });
    if (scroller.value) observer.observe(scroller.value);
  });
  onUnmounted(() => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  });
  const first = computed(() => Math.max(0, Math.min(Math.floor(top.value / height) - BESIDE, toValue(count) - 1)));
  const last = computed(() => Math.min(toValue(count), Math.ceil((top.value + extent.value) / height) + BESIDE));
  return {
    first,
    last,
    before: computed(() => first.value * height),
    after: computed(() => Math.max(0, toValue(count) - last.value) * height),
    /** Scrolls to the first row. */
    toTop(): void {
      if (scroller.value) scroller.value.scrollTop = 0;
      top.value = 0;
    },
  };
}

/** Number of additional rows that are rendered above and below the visible rows. */
const BESIDE = 12;
