import { ToolError } from './tool-error.ts';

/** A page in a response of `action=query`. The data of modules are further properties. */
export interface ResponsePage {
  readonly title: string;
  readonly ns?: number;
  readonly pageid?: number;
  readonly missing?: boolean;
  readonly invalid?: boolean;
  readonly invalidreason?: string;
  readonly known?: boolean;
  readonly [module: string]: unknown;
}

export interface PagesResponse {
  readonly query?: {
    readonly pages?: readonly ResponsePage[];
    readonly redirects?: readonly { readonly from: string; readonly to: string }[];
  };
}

/** Returns the only page of a response; undefined if it has none. */
export const pageOf = ({ query }: PagesResponse): ResponsePage | undefined => query?.pages?.[0];

/** Returns a page that exists. Throws a ToolError otherwise. */
export function requirePage(page: ResponsePage | undefined, asked: string): ResponsePage {
  if (page && !page.missing && !page.invalid) return page;
  const why = page?.invalid ? `"${asked}" is not a valid title. ${page.invalidreason ?? ''}` : `There is no page "${asked}".`;
  throw new ToolError(`${why.trim()} Find its title with find-titles or search.`);
}
