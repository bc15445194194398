import { policyInBrowser } from './addresses.ts'
import { strict } from './strict.ts'

type Handler = (request: Request) => Response | Promise<Response>

/** A response for the app's scheme. */
export interface Served {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Fake of `protocol`: registered schemes and handlers. */
export class Protocols {
  /** Argument of registerSchemesAsPrivileged. */
  readonly privileged: Electron.CustomScheme[] = []
  private readonly handlers = new Map<string, Handler>()
  private readonly isReady: () => boolean

  constructor(isReady: () => boolean) {
    this.isReady = isReady
  }

  readonly api = strict('protocol', {
    registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => {
      if (this.isReady()) {
        throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
      }
      this.privileged.push(...schemes)
    },
    handle: (scheme: string, handler: Handler) => {
      if (!this.isReady()) throw new Error('protocol.handle can only be used after app is ready')
      if (this.handlers.has(scheme)) throw new Error(`The scheme ${scheme} is registered already`)
      this.handlers.set(scheme, handler)
    },
    unhandle: (scheme: string) => {
      this.handlers.delete(scheme)
    },
    isProtocolHandled: (scheme: string) => this.handlers.has(scheme),
  } satisfies Partial<Electron.Protocol>)

  /** The scheme that the app serves. */
  get scheme(): string {
    return [...this.handlers.keys()][0] ?? this.privileged[0]?.scheme ?? 'app'
  }

  /** Response for a URL of the app; undefined without a handler. */
  async answer(url: string, init: RequestInit): Promise<Served | undefined> {
    const handler = this.handlers.get(this.scheme)
    if (!handler) return undefined
    const response = await handler(new Request(url, init))
    const headers = Object.fromEntries(response.headers)
    for (const name of ['content-security-policy', 'access-control-allow-origin']) {
      const value = headers[name]
      if (value !== undefined) headers[name] = policyInBrowser(value, this.scheme)
    }
    return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
  }
}
