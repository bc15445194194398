import type { Protocols } from './protocol.ts'
import { StrictEmitter, strict } from './strict.ts'

type RequestFilter = { urls: string[]; excludeUrls?: string[]; types?: string[] }
type Listener = (details: object, callback: (answer: WebRequestResponse) => void) => void

/** Response of a `webRequest` listener. */
export interface WebRequestResponse {
  cancel?: boolean
  redirectURL?: string
  requestHeaders?: Record<string, string | string[]>
  responseHeaders?: Record<string, string | string[]>
}

/** Listener of one `webRequest` event; a later one replaces it, as in Electron. */
class Hook {
  private filter: RequestFilter | null = null
  private listener: Listener | null = null

  readonly set = (first: RequestFilter | Listener | null, second?: Listener | null) => {
    this.filter = typeof first === 'function' ? null : first
    this.listener = typeof first === 'function' ? first : (second ?? null)
  }

  isFor(url: string): boolean {
    return (
      this.listener !== null &&
      (this.filter?.urls ?? ['<all_urls>']).some((pattern) => matches(pattern, url))
    )
  }

  ask(details: { url: string }): Promise<WebRequestResponse> {
    const { listener } = this
    if (!listener || !this.isFor(details.url)) return Promise.resolve({})
    return new Promise((resolve) => listener(details, resolve))
  }
}

/** Whether a URL matches a filter pattern such as `https://*.example.com/*`. */
export function matches(pattern: string, url: string): boolean {
  if (pattern === '<all_urls>') return true
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  const source = escaped
    .replace('*://', '[a-z]+://')
    .replace('://*\\.', '://([^/]+\\.)?')
    .replaceAll('*', '.*')
  return new RegExp(`^${source}$`).test(url)
}

/** Fake of `Session`: permission handlers and request listeners. */
export class StandInSession extends StrictEmitter {
  readonly partition: string
  readonly protocol: Protocols['api']
  permissionRequest: Parameters<Electron.Session['setPermissionRequestHandler']>[0] = null
  permissionCheck: Parameters<Electron.Session['setPermissionCheckHandler']>[0] = null
  devicePermission: Parameters<Electron.Session['setDevicePermissionHandler']>[0] = null
  displayMedia: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0] = null
  spellChecker = true
  userAgent = ''
  readonly hooks = {
    beforeRequest: new Hook(),
    beforeSendHeaders: new Hook(),
    headersReceived: new Hook(),
  }
  readonly webRequest = strict('session.webRequest', {
    onBeforeRequest: this.hooks.beforeRequest.set,
    onBeforeSendHeaders: this.hooks.beforeSendHeaders.set,
    onHeadersReceived: this.hooks.headersReceived.set,
  })

  constructor(partition: string, protocols: Protocols) {
    super()
    this.partition = partition
    this.protocol = protocols.api
  }

  setPermissionRequestHandler(handler: typeof this.permissionRequest): void {
    this.permissionRequest = handler
  }
  setPermissionCheckHandler(handler: typeof this.permissionCheck): void {
    this.permissionCheck = handler
  }
  setDevicePermissionHandler(handler: typeof this.devicePermission): void {
    this.devicePermission = handler
  }
  setDisplayMediaRequestHandler(handler: typeof this.displayMedia): void {
    this.displayMedia = handler
  }
  setSpellCheckerEnabled(isOn: boolean): void {
    this.spellChecker = isOn
  }
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US', 'ko']
  spellCheckerLanguages: string[] = []
  setSpellCheckerLanguages(languages: string[]): void {
    this.spellCheckerLanguages = languages
  }
  setUserAgent(userAgent: string): void {
    this.userAgent = userAgent
  }
  getUserAgent(): string {
    return this.userAgent
  }
}

/** Fake of `session`: the default session and partitions. */
export class Sessions {
  readonly all = new Map<string, StandInSession>()
  private readonly protocols: Protocols

  constructor(protocols: Protocols) {
    this.protocols = protocols
  }

  of(partition: string): StandInSession {
    const found = this.all.get(partition) ?? new StandInSession(partition, this.protocols)
    this.all.set(partition, found)
    return found
  }

  get api() {
    const of = (partition: string) => this.of(partition)
    return strict('session', {
      get defaultSession() {
        return of('')
      },
      fromPartition: of,
    })
  }
}
