import { BenchError } from '../base/bench-error.js';

/** Turns what the system said about connecting a socket into our refusal. */
export function connectError(name: string, cause: NodeJS.ErrnoException): BenchError {
  const options = { why: cause.message, cause };
  switch (cause.code ?? '') {
    case 'ECONNREFUSED':
      return new BenchError('PORT_GONE', `nothing is listening at ${name}`, {
        ...options,
        hints: ['start the program that serves this port, then try again'],
      });
    case 'ENOENT':
      return new BenchError('PORT_GONE', `there is no socket at ${name}`, {
        ...options,
        hints: [
          'start the program that makes this socket; a relative path starts at the project root',
        ],
      });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new BenchError('PORT_GONE', `the host of ${name} is not known here`, options);
    case 'EACCES':
    case 'EPERM':
      return new BenchError('PORT_DENIED', `no permission to connect to ${name}`, options);
    case 'ENOTSOCK':
      return new BenchError('NOT_A_PORT', `${name} is not a socket`, options);
    default:
      return new BenchError('PORT_FAILED', `cannot connect to ${name}`, options);
  }
}

/** The refusal for a host that is not this machine, or null when it may be connected to. */
export function remoteRefusal(
  name: string,
  isLoopbackHost: boolean,
  isRemoteAllowed: boolean,
): BenchError | null {
  if (isLoopbackHost || isRemoteAllowed) return null;
  return new BenchError('PORT_DENIED', `${name} is on another machine`, {
    why: 'only ports of this machine are connected to unless the board profile says otherwise',
    hints: ['allow_remote = true beside the port in the board profile permits it'],
  });
}
