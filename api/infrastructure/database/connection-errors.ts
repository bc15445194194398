/** host:port/database of a postgresql:// URL, without user and password. */
function addressOf(url: string): string {
  const [place = ''] = url.replace(/^\w+:\/\//, '').split('?')
  const [host = '', ...database] = place.slice(place.lastIndexOf('@') + 1).split('/')
  const hasPort = /:\d+$/.test(host) || host.includes(',') || host === ''
  return [hasPort ? host : `${host}:5432`, ...database].join('/')
}

interface Place {
  /** The setting that holds the URL. */
  variable: string
  address: string
  /** Name of the database. */
  database: string
}

const ENCODE = 'percent-encode @ # / ? % in the password'

type Cure = (place: Place) => string

const FIX_CREDENTIALS: Cure = ({ variable }) =>
  `refuses the user or password of ${variable}. Correct them; ${ENCODE}.`
const ADD_AUTHORITY: Cure = ({ variable }) =>
  `has a certificate of an authority that is not known here. Add sslrootcert=FILE with the authority's certificate to ${variable}.`
const START_SERVER: Cure = ({ variable }) =>
  `cannot be reached. Start the server there, or correct host and port in ${variable}.`
const RESOLVE: Cure = ({ variable }) =>
  `has a host name that cannot be resolved. Correct the host in ${variable}; ${ENCODE}.`
const OPEN_NETWORK: Cure = ({ variable }) =>
  `does not answer in time. Correct host and port in ${variable}, or let this machine through the firewall.`

/** Meaning and cure of the codes of PostgreSQL, of the system and of TLS. */
const BY_CODE: Readonly<Record<string, Cure>> = {
  '28P01': FIX_CREDENTIALS,
  '28000': ({ variable }) =>
    `lets this user not in from this machine (pg_hba.conf). Allow it there, or correct the user or sslmode in ${variable}.`,
  '3D000': ({ variable, database }) =>
    `has no such database. Create it (createdb ${database}), or correct the name in ${variable}.`,
  '53300': () => 'has no connection left. Lower DATABASE_CONNECTIONS, or raise max_connections.',
  '57P03': () => 'is starting up or shutting down. Try again in a moment.',
  ENOTFOUND: RESOLVE,
  EAI_AGAIN: RESOLVE,
  ECONNREFUSED: START_SERVER,
  EHOSTUNREACH: START_SERVER,
  ENETUNREACH: START_SERVER,
  ECONNRESET: START_SERVER,
  ETIMEDOUT: OPEN_NETWORK,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ADD_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: ADD_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ADD_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: ADD_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: ADD_AUTHORITY,
  CERT_HAS_EXPIRED: () => 'has a certificate that has expired. Renew it at the server.',
  ERR_TLS_CERT_ALTNAME_INVALID: ({ variable }) =>
    `has a certificate for another host name. Use that name in ${variable}, or sslmode=verify-ca with sslrootcert.`,
  ERR_BORINGSSL: ({ variable }) =>
    `cannot be asked over TLS: a file of sslrootcert, sslcert or sslkey in ${variable} is no PEM file.`,
}

/** The driver reports some failures without a code. */
const BY_MESSAGE: readonly [RegExp, Cure][] = [
  [/connection timeout|timeout expired|timeout exceeded when trying to connect/, OPEN_NETWORK],
  [/client password must be a string|password must be a non-empty string/, FIX_CREDENTIALS],
  [/URI malformed/, ({ variable }) => `cannot be read from ${variable}: ${ENCODE}.`],
  [
    /does not support SSL/,
    ({ variable }) =>
      `offers no TLS. Switch it on there (ssl = on), or remove sslmode from ${variable}.`,
  ],
  [
    /Connection terminated unexpectedly|establishing an SSL connection/,
    ({ variable }) =>
      `closes the connection. Is a PostgreSQL server there? Correct host and port in ${variable}.`,
  ],
]

/** A database that could not be opened. The message is one line with setting, address and cure. */
export class DatabaseConnectionError extends Error {}

/**
 * The error of a first connection to the database at `url`, which the setting `variable` holds, as one
 * line for the operator. Never has user or password in it.
 */
export function explainConnectionError(
  error: unknown,
  variable: string,
  url: string,
): DatabaseConnectionError {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return explainConnectionError(error.errors[0], variable, url)
  }
  const address = addressOf(url)
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const options = { cause: error }
  if (error instanceof Error && 'path' in error) {
    const file = `the file ${String(error.path)} of sslrootcert, sslcert or sslkey`
    return new DatabaseConnectionError(`${variable}: ${file} cannot be read (${code}).`, options)
  }
  const place = { variable, address, database: address.split('/')[1] || 'NAME' }
  const cure = BY_CODE[code] ?? BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1]
  const text = cure?.(place) ?? `cannot be opened: ${withoutSecrets(message, url)}`
  return new DatabaseConnectionError(`${variable}: ${address} ${text}`, options)
}

/** The first line of a message, without the password however it is written. */
function withoutSecrets(message: string, url: string): string {
  const parsed = URL.parse(url)
  const raw = parsed?.password || parsed?.searchParams.get('password') || ''
  const [line = ''] = message.split('\n')
  const decoded = /%(?![\da-f]{2})/i.test(raw) ? raw : decodeURIComponent(raw)
  return raw === '' ? line : line.replaceAll(decoded, '…').replaceAll(raw, '…')
}
