import type { Timestamp } from '../actor.ts';
import { badTimestamp, message } from '../message.ts';
import { parseTimestamp, toTimestamp } from '../timestamp.ts';
import type { ParamType } from './param.ts';

export const timestampType: ParamType<Timestamp> = {
  name: 'timestamp',
  read(text, { wireName, now, warn, usesClock }) {
    if (text === 'now') {
      usesClock?.();
      return toTimestamp(now);
    }
    if (text === '' || text === '0') {
      const advice = `Passing "${text}" for the timestamp parameter "${wireName}" means the current time; write "now" instead.`;
      warn(
        message('unclearnowtimestamp', advice, {
          key: 'paramvalidator-unclearnowtimestamp',
          params: [{ plaintext: wireName }, { plaintext: text }],
        }),
      );
      usesClock?.();
      return toTimestamp(now);
    }
    const timestamp = parseTimestamp(text);
    if (timestamp === undefined) throw badTimestamp({ param: wireName, value: text });
    return timestamp;
  },
};
