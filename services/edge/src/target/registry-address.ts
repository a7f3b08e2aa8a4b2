/** Where the registry answers for one environment, and as whom this edge asks it. */
export interface RegistryOptions {
  /** Address of the registry, without a path. A function when it is known only once the process listens. */
  registryUrl: string | (() => string);
  /** Token with the verb `serve`; null while there is none. Asked each time. */
  registryToken: () => Promise<string | null>;
  environment: string;
}

export class RegistryAddress {
  constructor(private readonly options: RegistryOptions) {}

  address(path: string): string {
    const { registryUrl, environment } = this.options;
    return `${typeof registryUrl === 'string' ? registryUrl : registryUrl()}/registry/v1/environments/${environment}/${path}`;
  }

  /** Null without a token. */
  async authorization(): Promise<{ authorization: string } | null> {
    const token = await this.options.registryToken();
    return token === null ? null : { authorization: `Bearer ${token}` };
  }
}
