import { type Config, ConfigError } from '#platform/config.server.ts'

const NO_PORT: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there already',
  EACCES: 'this user may not listen there',
}

const NO_HOST: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'this machine has no such address',
  EAFNOSUPPORT: 'this machine has no addresses of that kind',
  EINVAL: 'this machine has no such address',
  ENOTFOUND: 'this host name is unknown',
  EAI_AGAIN: 'this host name is unknown',
}

/** Why the shop or the payment sandbox can't listen, as a `ConfigError` that names the setting. */
export function readListenError(error: NodeJS.ErrnoException & { port?: number }, { host, port }: Config): Error {
  const { code = '', syscall = '' } = error
  if (code === 'ERR_SOCKET_BAD_PORT')
    return new ConfigError(`PORT: ${port} leaves no port after it for the payment sandbox; set a smaller one.`)
  // Opening a file can fail with the same codes.
  if (!/^(?:listen|bind|getaddrinfo)/.test(syscall)) return error
  if (NO_HOST[code])
    return new ConfigError(`HOST: ${host} cannot be used, ${NO_HOST[code]}; set an address of this machine.`)
  const why = NO_PORT[code]
  if (!why) return error
  return new ConfigError(`PORT: ${error.port ?? port} on ${host} cannot be used, ${why}; set another PORT or HOST.`)
}
