import { contentPolicy, socketOrigin } from '#shared/rules/content-policy.ts'

/** What every reply of `app://tidemark` carries; its pages speak to the API at `apiOrigin` alone. */
export function appHeaders(apiOrigin: string): Record<string, string> {
  return {
    'content-security-policy': contentPolicy({ connect: [apiOrigin, socketOrigin(apiOrigin)] }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  }
}
