import { ApiFailure } from './api.ts';
import type { PageFrame, Reading } from './reading.ts';
import { messageKeys, PageWording, type ReturnedMessage, type Wordings } from './wording.ts';

interface FrameResult {
  readonly uselang: string;
  readonly query: {
    readonly allmessages?: readonly ReturnedMessage[];
    readonly userinfo?: { readonly name: string; readonly anon?: boolean; readonly temp?: boolean };
  };
}

/** Loads the interface texts of a page and, if the client has a session, its account. */
export async function loadFrame(reading: Reading, own: Wordings, hasSession: boolean): Promise<PageFrame> {
  const { api, links, site, titles } = reading;
  const common = { links, site, titles };
  try {
    const { uselang, query } = await api.getQuietly<FrameResult>({
      action: 'query',
      meta: hasSession ? 'allmessages|userinfo' : 'allmessages',
      ammessages: messageKeys(own).slice(0, MOST_MESSAGES).join('|'),
      amenableparser: 1,
      responselanginfo: 1,
    });
    const { allmessages = [], userinfo } = query;
    const user = userinfo && !userinfo.anon ? userinfo.name : undefined;
    return { ...common, wording: new PageWording(allmessages, own), language: uselang, user };
  } catch (error) {
    // Users who may not read a private wiki may not read its messages either.
    if (!(error instanceof ApiFailure)) throw error;
    return { ...common, wording: new PageWording([], own), language: 'en', user: undefined };
  }
}

/** Maximum number of messages in one request (`ApiBase::LIMIT_SML1`). */
const MOST_MESSAGES = 50;
