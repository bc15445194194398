import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { hexToBytes } from '@noble/hashes/utils.js'
import { VOTE_CHOICES } from '#shared/rules/band.ts'
import { readUtf8 } from '#shared/rules/log/strict-text.ts'
import { parseVerifierKey, type VerifierKey } from '#shared/rules/log/verifier-key.ts'
import { keyFingerprint } from '#shared/rules/receipt.ts'
import { readKeys, readReceiptFile } from '#shared/rules/receipt-format.ts'
import { isSealedLate, type Sealing } from '#shared/rules/receipt-sealing.ts'
import { STEPS, signingKeys, verifyReceipt } from '#shared/rules/receipt-verification.ts'
import { verifyRound } from './round.ts'
import { readSite, type Site } from './site.ts'

const USAGE = `Usage: npm run verify -- receipt.json [options]
       npm run verify -- --site URL --round 2026-11-19 [--vkey VKEY]
  --site URL         keys, name and witnesses of the log as the site shows them now; compares with its checkpoint
  --vkey VKEY        the site's verifier key, as you know it; may be repeated
  --witness VKEY     a witness that you trust; may be repeated
  --keys FILE        a copy of /.well-known/tidemark-keys.json
  --key FINGERPRINT  a fingerprint of a key that you know; may be repeated
  --root HEX         the root of the checkpoint, or of the round's own tree, as you know it
  --round DAY        all votes of the settled round that began on this UTC day`

const MEANING = {
  format: 'the file has the fields of docs/RECEIPTS.md',
  key: 'the key is in the list and was in use',
  signature: 'the key has signed this receipt',
  time: 'the vote was accepted while its round took votes',
  path: 'the receipt is in the tree of the log, or of its round',
  checkpoint: 'the key has signed the root of the tree',
  points: 'the points follow from the evidence',
} as const

/** Of a file that is read long after the close and was saved before the round was sealed. */
const OUTDATED =
  'The round has closed, but this file has no proof that the vote is in the log: get a new one from its page.'

const VERIFIED = 0
const FAILED = 1
const UNKNOWN_KEY = 3

function readJson(path: string): unknown {
  return JSON.parse(readUtf8(readFileSync(path)) ?? '')
}

function readVkeys(texts: readonly string[]): VerifierKey[] {
  return texts.map((text) => {
    const key = parseVerifierKey(text)
    if (!key) throw new Error(`${text} is no verifier key: NAME+ID+BASE64.`)
    return key
  })
}

/** Keys of the receipt's own list that are pinned by fingerprint or by verifier key. */
function pinnedKeys(content: unknown, fingerprints: readonly string[], vkeys: VerifierKey[]) {
  const wrong = fingerprints.find((text) => !/^[\da-f]{64}$/i.test(text))
  if (wrong !== undefined) throw new Error(`${wrong} is no fingerprint: 64 hexadecimal digits.`)
  const wanted = new Set([
    ...fingerprints.map((text) => text.toLowerCase()),
    ...vkeys.map(({ publicKey }) => keyFingerprint(publicKey)),
  ])
  const own = readReceiptFile(content)?.keys ?? []
  return own.filter((key) => wanted.has(keyFingerprint(hexToBytes(key.publicKey))))
}

function keysOfFile(path: string) {
  const keys = readKeys(readJson(path))
  if (!keys) throw new Error(`${path} has no list of keys.`)
  return keys
}

/** The name that all verifier keys have. */
function originOf(vkeys: readonly VerifierKey[]): string | undefined {
  const names = new Set(vkeys.map(({ name }) => name))
  if (names.size > 1) throw new Error('The verifier keys are of several logs.')
  return [...names][0]
}

function printSealing(sealing: Sealing | null, target: string, witnesses: number): void {
  if (!sealing) {
    if (isSealedLate(Date.now(), target)) console.log(OUTDATED)
    return
  }
  const time = new Date(sealing.at).toISOString()
  const late = isSealedLate(sealing.at, target)
    ? ': SEALED LATE, over ten minutes after the close'
    : ''
  console.log(`Sealed ${time}, by the site's own word${late}.`)
  const { checkpoint } = sealing
  if (!checkpoint) {
    console.log("The round has a tree of its own, which no other round's root confirms.")
    return
  }
  console.log(
    `Entry ${checkpoint.index + 1} of the log ${checkpoint.origin} with ${checkpoint.size} entries.`,
  )
  for (const { name, at } of sealing.witnesses) {
    console.log(`Cosigned by ${name} at ${new Date(at).toISOString()}.`)
  }
  if (witnesses > 0) {
    const isMajority = 2 * sealing.witnesses.length > witnesses
    console.log(
      `Witnesses: ${sealing.witnesses.length} of ${witnesses}${isMajority ? ', witnessed' : ''}.`,
    )
  }
}

/** Prints how the site's log of now continues the checkpoint of a file. @returns whether it is no contradiction */
async function printContinuation(site: Site, checkpoint: Sealing['checkpoint']): Promise<boolean> {
  if (!checkpoint) {
    console.log("Not compared with the site's log: this file has no checkpoint of it.")
    return true
  }
  const { size, root } = checkpoint
  const contradiction = await site.contradiction({ size, root: hexToBytes(root) })
  if (contradiction === null) {
    console.log("The site's log of now continues the checkpoint of this file.")
  } else console.log(`FAILED: ${contradiction}`)
  return contradiction === null
}

/** Prints how a round's votes and its entries in the log agree. */
async function printRound(site: Site, day: string): Promise<number> {
  const { origin, first, entries, opened, counts, problems } = await verifyRound(site, day)
  console.log(`Entries ${first + 1} to ${first + entries} of the log ${origin}.`)
  const deleted = entries - opened
  console.log(`Votes: ${opened}, and ${deleted} of deleted accounts or not opened.`)
  console.log(VOTE_CHOICES.map((choice) => `${choice} ${counts[choice]}`).join(', '))
  for (const problem of problems) console.log(`FAILED: ${problem}`)
  if (problems.length > 0) return FAILED
  console.log('Every vote shown is an entry, none twice, one per author.')
  return VERIFIED
}

/** Exit codes: 0 verified as far as it exists, 1 a step failed, 2 usage, 3 consistent, by an unknown key. */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      root: { type: 'string' },
      keys: { type: 'string' },
      key: { type: 'string', multiple: true },
      vkey: { type: 'string', multiple: true },
      witness: { type: 'string', multiple: true },
      site: { type: 'string' },
      round: { type: 'string' },
    },
  })
  const [path, ...more] = positionals
  if (values.round !== undefined) {
    if (values.site === undefined || path !== undefined) throw new Error(USAGE)
    const site = await readSite(values.site, readVkeys(values.vkey ?? []))
    return printRound(site, values.round)
  }
  if (path === undefined || more.length > 0) throw new Error(USAGE)
  let content: unknown
  try {
    content = readJson(path)
  } catch {
    content = null
  }
  const pinned = readVkeys(values.vkey ?? [])
  const site = values.site === undefined ? null : await readSite(values.site, pinned)
  const isIndependent =
    site !== null || values.keys !== undefined || pinned.length > 0 || (values.key ?? []).length > 0
  const keys = [
    ...(values.keys === undefined ? [] : keysOfFile(values.keys)),
    ...pinnedKeys(content, values.key ?? [], pinned),
    ...(site && pinned.length === 0 ? site.keys : []),
  ]
  const witnesses = [...readVkeys(values.witness ?? []), ...(site?.witnesses ?? [])]
  const { steps, sealing } = await verifyReceipt(content, {
    root: values.root?.toLowerCase(),
    keys: isIndependent ? keys : undefined,
    origin: originOf(pinned) ?? site?.origin,
    witnesses,
  })
  for (const step of STEPS) console.log(`${steps[step].padEnd(8)} ${step}: ${MEANING[step]}`)
  const failed = STEPS.find((step) => steps[step] === 'failed')
  if (failed) {
    console.log(`FAILED at ${failed}.`)
    return FAILED
  }
  const target = readReceiptFile(content)?.receipt.target ?? ''
  printSealing(sealing, target, new Set(witnesses.map(({ name }) => name)).size)
  if (site && !(await printContinuation(site, sealing?.checkpoint ?? null))) return FAILED
  if (isIndependent) {
    console.log('Verified.')
    return VERIFIED
  }
  console.log(
    "Keys: those of the file, which anybody could have made. Compare with the site's (--site URL),",
  )
  console.log('with a copy of its list of keys (--keys FILE), or pin a fingerprint that you know:')
  for (const fingerprint of signingKeys(content)) console.log(`  --key ${fingerprint}`)
  console.log('CONSISTENT, but signed by an unknown key.')
  return UNKNOWN_KEY
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
