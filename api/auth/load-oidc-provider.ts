const BUN_WARNING = 'oidc-provider WARNING: Unsupported runtime.'

/**
 * Loads the provider's library on first use; a server with Google sign-in never loads it. Suppresses
 * its warning about runtimes other than Node: the tests beside this file run the whole flow on Bun.
 */
export async function loadOidcProvider() {
  const warn = console.warn
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).includes(BUN_WARNING)) warn(...args)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}

/** The loaded module. */
export type OidcLibrary = Awaited<ReturnType<typeof loadOidcProvider>>
