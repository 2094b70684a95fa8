import Sidebar from 'vitepress/dist/client/theme-default/components/VPSidebar.vue';
import { defineComponent, h, onMounted, ref } from 'vue';

/** The sidebar of the theme, rendered only in the browser: in the HTML of all pages, it would be as large as their texts. */
export default defineComponent({
  inheritAttrs: false,
  setup(_, { attrs, slots }) {
    const isMounted = ref(false);
    onMounted(() => {
      isMounted.value = true;
    });
    return () => (isMounted.value ? h(Sidebar, attrs, slots) : undefined);
  },
});
