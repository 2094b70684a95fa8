declare module 'mwbot' {
  /** Types of the methods under test. The client has no type declarations. */
  export default class MWBot {
    constructor(options: { readonly apiUrl: string; readonly silent?: boolean });
    readonly editToken: string | false;
    login(options: { readonly username: string; readonly password: string }): Promise<Readonly<Record<string, unknown>>>;
    loginGetEditToken(options: { readonly username: string; readonly password: string }): Promise<Readonly<Record<string, unknown>>>;
    // biome-ignore lint/suspicious/noExplicitAny: the JSON of any response
    request(params: Readonly<Record<string, string | number | boolean>>): Promise<any>;
    // biome-ignore lint/suspicious/noExplicitAny: the JSON of any response
    read(titles: string, staysAtRedirect?: boolean): Promise<any>;
  }
}
