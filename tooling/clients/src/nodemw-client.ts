import Bot from 'nodemw';

/** Returns a function that calls a callback-style method of the client and returns a promise of its result. */
export function nodemw(origin: string) {
  const { hostname, port } = new URL(origin);
  const bot = new Bot({ protocol: 'http', server: hostname, port: Number(port), path: '/w' });
  // biome-ignore lint/suspicious/noExplicitAny: the result of any method
  return (method: keyof Bot, ...args: unknown[]): Promise<any> =>
    new Promise((resolve, reject) => {
      // biome-ignore lint/suspicious/noExplicitAny: a method with any parameters
      (bot[method] as any)(...args, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
    });
}
