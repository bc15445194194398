import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signingKeyOf } from '#api/modules/receipts/signing-key.ts'
import { fromRoot } from '#build/setup/project.mjs'
import { KEYS_PATH, LOG_PATHS } from '#shared/contract/endpoints.ts'
import { parseTlogProof } from '#shared/rules/log/tlog-proof.ts'
import { formatVerifierKey, KEY_TYPES, verifierKey } from '#shared/rules/log/verifier-key.ts'
import { keyFingerprint } from '#shared/rules/receipt.ts'
import { liveRound, roundOfTarget } from '#shared/rules/schedule.ts'
import { TEST_KEY, TEST_ORIGIN, testKey } from '#tests/support/test-signer.ts'
import { receiptFile, treeReceiptFile } from './files.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-verify-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function save(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const script = fromRoot('build', 'verify', 'main.ts')

/** Exit code and last line of `npm run verify -- …`. */
function verify(...args: string[]) {
  const done = Bun.spawnSync([process.execPath, '--no-env-file', script, ...args])
  const lines = `${done.stdout}${done.stderr}`.trimEnd().split('\n')
  return { code: done.exitCode, last: lines.at(-1), lines }
}

const fingerprint = keyFingerprint(TEST_KEY.publicKey)
const stranger = signingKeyOf('a secret that a forger has drawn for the day')
const strangerKey = testKey({
  id: stranger.id,
  publicKey: Buffer.from(stranger.publicKey).toString('hex'),
})

test('a receipt with its own keys only is consistent, not verified', () => {
  const { code, last, lines } = verify(save('own.json', receiptFile(1)))
  expect({ code, last }).toEqual({ code: 3, last: 'CONSISTENT, but signed by an unknown key.' })
  expect(lines).toContain(`  --key ${fingerprint}`)
  expect(lines.join(' ')).not.toContain('Verified')
})

test('a receipt is verified with a copy of the keys, or with a pinned fingerprint', () => {
  const file = save('good.json', receiptFile(5))
  const keys = save('keys.json', { keys: [testKey()] })
  const verified = { code: 0, last: 'Verified.' }
  expect(verify(file, '--keys', keys)).toMatchObject(verified)
  expect(verify(file, '--key', fingerprint)).toMatchObject(verified)
  const both = ['--key', keyFingerprint(stranger.publicKey), '--key', fingerprint.toUpperCase()]
  expect(verify(file, ...both)).toMatchObject(verified)
})

test('a receipt by another key than the given ones fails', () => {
  const file = save('other.json', receiptFile(2))
  const keys = save('other-keys.json', { keys: [strangerKey] })
  const failed = { code: 1, last: 'FAILED at key.' }
  expect(verify(file, '--keys', keys)).toMatchObject(failed)
  expect(verify(file, '--key', keyFingerprint(stranger.publicKey))).toMatchObject(failed)
  expect(verify(save('broken.json', {}), '--key', fingerprint)).toMatchObject({ code: 1 })
})

test('a receipt is verified with a verifier key, which also names the log', () => {
  const file = save('vkey.json', receiptFile(1, { before: 3 }))
  const vkey = formatVerifierKey(verifierKey(TEST_ORIGIN, KEY_TYPES.note, TEST_KEY.publicKey))
  const { code, lines } = verify(file, '--vkey', vkey)
  expect(code).toBe(0)
  expect(lines.join(' ')).toMatch(
    /Sealed 2026-11-23T00:00:31.000Z, by the site's own word\. Entry 4 of the log \S+ with 4 entries/,
  )
  const elsewhere = verifierKey('other.test/calls', KEY_TYPES.note, TEST_KEY.publicKey)
  const failed = { code: 1, last: 'FAILED at key.' }
  expect(verify(file, '--vkey', formatVerifierKey(elsewhere))).toMatchObject(failed)
  const usage = { code: 2, last: 'abc is no verifier key: NAME+ID+BASE64.' }
  expect(verify(file, '--vkey', 'abc')).toMatchObject(usage)
})

test('a round that was sealed late is told, and one with a tree of its own', () => {
  const keys = save('known.json', { keys: [testKey()] })
  const late = save('late.json', receiptFile(2, { sealedAt: '2026-12-17T00:00:00.000Z' }))
  expect(verify(late, '--keys', keys).lines.join(' ')).toContain('SEALED LATE')
  const tree = verify(save('tree.json', treeReceiptFile(2)), '--keys', keys)
  expect(tree.code).toBe(0)
  expect(tree.lines.join(' ')).toContain('The round has a tree of its own')
})

test("only a file with a checkpoint is compared with the site's log", async () => {
  const file = receiptFile(3)
  const replies: Record<string, () => Response> = {
    [KEYS_PATH]: () => Response.json({ keys: [testKey()] }),
    [LOG_PATHS.policy]: () => Response.json({ origin: TEST_ORIGIN, vkeys: [], witnesses: [] }),
    [LOG_PATHS.checkpoint]: () => new Response(parseTlogProof(file.tlogProof)?.checkpoint),
  }
  const answer = ({ url }: Request) => replies[new URL(url).pathname]?.() ?? Response.error()
  const site = Bun.serve({ port: 0, fetch: answer })
  const linesAbout = async (name: string, content: object) => {
    const args = [script, save(name, content), '--site', site.url.href]
    const command = Bun.spawn([process.execPath, '--no-env-file', ...args])
    const lines = (await new Response(command.stdout).text()).split('\n')
    expect(await command.exited).toBe(0)
    return lines.filter((line) => line.includes("site's log"))
  }
  const compared = "The site's log of now continues the checkpoint of this file."
  expect(await linesAbout('compared.json', file)).toEqual([compared])
  const notCompared = "Not compared with the site's log: this file has no checkpoint of it."
  const others = { 'unsealed.json': { ...file, tlogProof: null }, 'own.json': treeReceiptFile(3) }
  for (const [name, other] of Object.entries(others)) {
    expect(await linesAbout(name, other)).toEqual([notCompared])
  }
  await site.stop(true)
})

test('a file from before the close is outdated once the round has closed', () => {
  const { key: _key, signature: _signature, ...vote } = treeReceiptFile(1).receipt
  const keys = save('present.json', { keys: [testKey()] })
  const linesAbout = (targetDate: number) => {
    const time = new Date(roundOfTarget(targetDate).opensAt).toISOString()
    const receipt = { ...vote, time, target: new Date(targetDate).toISOString() }
    const waiting = { tlogProof: null, evidence: null, points: null }
    const file = save('early.json', { ...receiptFile(1, { receipt }), ...waiting })
    const { code, lines } = verify(file, '--keys', keys)
    expect(code).toBe(0)
    return lines.filter((line) => line.includes('The round has closed'))
  }
  expect(linesAbout(Date.parse('2024-01-08T00:00:00.000Z'))).toHaveLength(1)
  expect(linesAbout(liveRound(Date.now()).targetDate)).toEqual([])
})

test('a fingerprint that is none is a mistake of usage', () => {
  const done = verify(save('usage.json', receiptFile(1)), '--key', TEST_KEY.id)
  expect(done).toMatchObject({
    code: 2,
    last: `${TEST_KEY.id} is no fingerprint: 64 hexadecimal digits.`,
  })
})
