import { badTitleParam } from '../message.ts';
import { isInvalid } from '../title.ts';
import type { ParamType } from './param.ts';

export const titleType: ParamType<string> = {
  name: 'title',
  describe: () => ({ mustExist: false }),
  read(text, { titles, wireName }) {
    const title = titles.parse(text);
    if (isInvalid(title)) throw badTitleParam({ param: wireName, value: text });
    return text;
  },
};
