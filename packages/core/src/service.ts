/** Something that the server gives to modules and that a deployment may replace: a search backend, file URLs, messages. */
export interface Service<T> {
  readonly name: string;
  /** Without it a module does less: it is undefined on servers that do not offer it. */
  readonly isOptional?: boolean;
  /** Compile-time only. */
  readonly out?: T;
  /** Provides it: `services: [weather.provide(({ clock }) => new Forecast(clock))]` in the configuration file of a server. */
  provide<Context>(create: (context: Context) => T | Promise<T>): ServiceFactory<Context>;
}

/** Makes the service of this name, once for each wiki. */
export interface ServiceFactory<Context> {
  readonly name: string;
  readonly create: (context: Context) => unknown;
}

export type Services = Readonly<Record<string, Service<unknown>>>;
export type ServicesOut<S extends Services> = { readonly [K in keyof S]: S[K] extends Service<infer T> ? T : never };

/** Gives what the server offers under the name of a service. */
export type ServiceLookup = <T>(service: Service<T>) => T | undefined;

/** Declares a service. Its name identifies it on a server. */
export const defineService = <T>(name: string): Service<T> => Object.freeze<Service<T>>({ name, provide: create => ({ name, create }) });

/** A service that a module can do without. */
export const ifOffered = <T>({ name }: Service<T>): Service<T | undefined> =>
  Object.freeze({ ...defineService<T | undefined>(name), isOptional: true });
