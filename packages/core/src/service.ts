/** A dependency that the server provides to plugins, and that a deployment can replace: a search backend, file URLs, messages. */
export interface Service<T> {
  /** Identifies the service on a server. */
  readonly name: string;
  /** Whether plugins work without the service. They receive undefined if the server does not provide it. */
  readonly isOptional?: boolean;
  /** Compile-time only: the type that plugins receive. */
  readonly out?: T;
  /** Provides the service in a server's configuration file: `services: [weather.provide(({ clock }) => new Forecast(clock))]`. */
  provide<Context>(create: (context: Context) => T | Promise<T>): ServiceFactory<Context>;
}

/** A factory that a server calls once per wiki to create the service. */
export interface ServiceFactory<Context> {
  readonly name: string;
  readonly create: (context: Context) => unknown;
}

/** The services of a plugin, by the key under which `execute` receives them. */
export type Services = Readonly<Record<string, Service<unknown>>>;
/** The type of the services that `execute` receives. */
export type ServicesOut<S extends Services> = { readonly [K in keyof S]: S[K] extends Service<infer T> ? T : never };

/** Returns the server's implementation of a service, or undefined if the server does not provide it. */
export type ServiceLookup = <T>(service: Service<T>) => T | undefined;

/** Declares a service. Export it, so that plugins can use it and servers can provide it. */
export const defineService = <T>(name: string): Service<T> => Object.freeze<Service<T>>({ name, provide: create => ({ name, create }) });

/** Makes a service optional. Plugins receive undefined if the server does not provide it. */
export const ifOffered = <T>({ name }: Service<T>): Service<T | undefined> =>
  Object.freeze({ ...defineService<T | undefined>(name), isOptional: true });
