/**
 * Commands that fail on an app or installer with a bad signature.
 * @param {string} system
 * @param {string} bundle its path
 * @param {boolean} isSigned with a certificate, and on macOS notarized
 * @returns {[command: string, ...args: string[]][]}
 */
export function signatureChecks(system, bundle, isSigned) {
  if (system === 'darwin') {
    return [
      // Ad-hoc signatures pass too; a binary that was changed after its signature does not.
      ['codesign', '--verify', '--deep', '--strict', '--verbose=2', bundle],
      ...(isSigned ? notarized(bundle) : []),
    ]
  }
  if (system === 'win32' && isSigned) {
    const path = bundle.replaceAll("'", "''")
    const script = `if ((Get-AuthenticodeSignature -LiteralPath '${path}').Status -ne 'Valid') { exit 1 }`
    return [['powershell', '-NoProfile', '-NonInteractive', '-Command', script]]
  }
  return []
}

/**
 * @param {string} bundle
 * @returns {[command: string, ...args: string[]][]}
 */
const notarized = (bundle) => [
  ['spctl', '--assess', '--type', 'execute', '--verbose=2', bundle],
  ['xcrun', 'stapler', 'validate', bundle],
]
