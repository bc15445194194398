const BUN_WARNING = 'oidc-provider WARNING: Unsupported runtime.'

/**
 * Loads the provider's library when it is first needed, so that a server with Google sign-in pays
 * nothing for it. On import the library prints that it is not supported outside Node; the tests
 * beside this file run the whole flow under Bun, and only that one line is kept from the log.
 */
export async function loadOidcProvider() {
  const warn = console.warn
  console.warn = (...parts: unknown[]) => {
    if (!String(parts[0]).includes(BUN_WARNING)) warn(...parts)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}

/** The library itself, for those that are handed it. */
export type OidcLibrary = Awaited<ReturnType<typeof loadOidcProvider>>
