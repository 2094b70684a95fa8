/** Interface message: key and parameters. */
export interface Text {
  readonly key: string;
  readonly params: readonly (string | null | { readonly num: number })[];
}

export interface RequestField {
  readonly type: 'string' | 'password' | 'checkbox';
  readonly label: Text;
  readonly help: Text;
  readonly optional?: boolean;
  readonly sensitive?: boolean;
}

export interface AuthRequest {
  /** Name of the request's class in MediaWiki. */
  readonly id: string;
  /** Whether the request is required. The client must use one of the `primary-required` requests. */
  readonly required: 'required' | 'primary-required' | 'optional';
  readonly provider: Text;
  readonly account: Text;
  readonly fields: Readonly<Record<string, RequestField>>;
}

/** Returns the authentication requests of a MediaWiki that has only local passwords. `name` is the name of the current user. */
export function requestsFor(action: string, { name }: { readonly name: string | undefined }): readonly AuthRequest[] {
  switch (action) {
    case 'login':
      return [password(undefined, { username, password: passwordField }), request('RememberMe', 'optional', { rememberMe })];
    case 'create': {
      const own = password(undefined, { username, password: passwordField, retype: retypeField('yourpasswordagain') });
      const always = [own, request('Username', 'required', { username }), request('UserData', 'required', { email, realname })];
      return name === undefined ? always : [temporaryPassword(undefined), ...always, request('CreationReason', 'optional', { reason })];
    }
    case 'change':
      return [password(name, { password: { ...passwordField, label: say('newpassword') }, retype: retypeField('retypenew') })];
    case 'remove':
      return [temporaryPassword(name)];
    default:
      // The list is empty, because logins have a single step and accounts cannot be linked.
      return [];
  }
}

const say = (key: string, ...params: Text['params']): Text => ({ key, params });

const username: RequestField = { type: 'string', label: say('userlogin-yourname'), help: say('authmanager-username-help') };
const passwordField: RequestField = {
  type: 'password',
  label: say('userlogin-yourpassword'),
  help: say('authmanager-password-help'),
  sensitive: true,
};
const retypeField = (label: string): RequestField => ({
  type: 'password',
  label: say(label),
  help: say('authmanager-retype-help'),
  sensitive: true,
});
/** `$wgExtendedLoginCookieExpiration` in days. */
const REMEMBERED = 180;
const rememberMe: RequestField = {
  type: 'checkbox',
  label: say('userlogin-remembermypassword', { num: REMEMBERED }),
  help: say('authmanager-userlogin-remembermypassword-help'),
  optional: true,
};
const email: RequestField = { type: 'string', label: say('authmanager-email-label'), help: say('authmanager-email-help'), optional: true };
const realname: RequestField = {
  type: 'string',
  label: say('authmanager-realname-label'),
  help: say('authmanager-realname-help'),
  optional: true,
};
const reason: RequestField = { type: 'string', label: say('createacct-reason'), help: say('createacct-reason-help') };
const mailpassword: RequestField = { type: 'checkbox', label: say('createaccountmail'), help: say('createaccountmail-help') };

const classOf = (name: string): string => `MediaWiki\\Auth\\${name}AuthenticationRequest`;

function password(name: string | undefined, fields: AuthRequest['fields']): AuthRequest {
  const account = say('rawmessage', name ?? null);
  return { id: classOf('Password'), required: 'primary-required', provider: say('authmanager-provider-password'), account, fields };
}

function temporaryPassword(name: string | undefined): AuthRequest {
  return {
    id: classOf('TemporaryPassword'),
    required: 'primary-required',
    provider: say('authmanager-provider-temporarypassword'),
    account: say('rawmessage', name ?? null),
    fields: { mailpassword },
  };
}

/** Builds a request whose provider and account are described by its class name. */
function request(name: string, required: AuthRequest['required'], fields: AuthRequest['fields']): AuthRequest {
  const id = classOf(name);
  return { id, required, provider: say('rawmessage', id), account: say('rawmessage', id), fields };
}

/** Merges the fields of requests. A field is optional if its request is optional or if an alternative request works without it. */
export function mergeFields(requests: readonly AuthRequest[]): Record<string, RequestField> {
  const ways = requests.filter(({ required }) => required === 'primary-required');
  const isNeeded = (way: AuthRequest, name: string): boolean => way.fields[name] !== undefined && !way.fields[name].optional;
  const merged: Record<string, RequestField> = {};
  for (const { required, fields } of requests) {
    for (const [name, field] of Object.entries(fields)) {
      const avoidable = required === 'optional' || (required === 'primary-required' && !ways.every(way => isNeeded(way, name)));
      const optional = avoidable || (field.optional ?? false);
      const known = merged[name];
      merged[name] = known
        ? { ...known, optional: (known.optional ?? false) && optional, sensitive: (known.sensitive ?? false) || (field.sensitive ?? false) }
        : { ...field, optional };
    }
  }
  return merged;
}
