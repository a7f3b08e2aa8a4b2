const HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is one of this machine. */
export const isLoopback = (address: string): boolean => URL.canParse(address) && HOSTS.includes(new URL(address).hostname);
