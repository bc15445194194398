import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GO_PATH } from '#build/setup/go.mjs'
import { parseNote } from '#shared/rules/log/signed-note.ts'
import { tilePath, tileWidth } from '#shared/rules/log/tile-path.ts'
import type { TreeHead } from '#shared/rules/log/tree-proofs.ts'
import { formatVerifierKey } from '#shared/rules/log/verifier-key.ts'
import { checkpointOf, LOG_KEY, sampleLog, withBitChanged } from './sample-log.ts'

const SOURCE = fileURLToPath(new URL('verifier.go', import.meta.url))
const program = join(mkdtempSync(join(tmpdir(), 'tidemark-go-')), 'verifier')

beforeAll(async () => {
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: GO_PATH, GOFLAGS: '' }
  const go = Bun.spawn(['go', 'build', '-o', program, SOURCE], { env, stderr: 'inherit' })
  expect(await go.exited).toBe(0)
}, 180_000)

/** Outcomes of golang.org/x/mod/sumdb, a line each. */
async function outcomes(lines: readonly string[]): Promise<string[]> {
  const stdin = new Blob([lines.map((line) => `${line}\n`).join('')])
  const go = Bun.spawn([program], { stdin })
  return (await new Response(go.stdout).text()).trimEnd().split('\n')
}

const hex = (...parts: readonly Uint8Array[]) => Buffer.concat(parts).toString('hex') || '-'
const noteLine = (note: Uint8Array) => `note ${formatVerifierKey(LOG_KEY)} ${hex(note)}`
const consistencyLine = (old: TreeHead, next: TreeHead, proof: readonly Uint8Array[]) =>
  ['consistency', old.size, hex(old.root), next.size, hex(next.root), hex(...proof)].join(' ')
const inclusionLine = (
  index: number,
  entry: Uint8Array,
  { size, root }: TreeHead,
  proof: readonly Uint8Array[],
) => ['inclusion', index, hex(entry), size, hex(root), hex(...proof)].join(' ')

const withOneChanged = (proof: readonly Uint8Array[]) =>
  proof.flatMap((hash, at) => withBitChanged(hash).map((changed) => proof.with(at, changed)))

describe("Go's note and tlog", () => {
  test('accept checkpoints, with cosignatures and without', async () => {
    const { head } = sampleLog(9)
    const notes = [0, 1, 2].map((witnesses) => Buffer.from(checkpointOf(head(), witnesses)))
    expect(await outcomes(notes.map(noteLine))).toEqual(['ok', 'ok', 'ok'])
  })

  test('refuse every changed bit of a checkpoint but the two pad bits that Go does not read', async () => {
    const note = Buffer.from(checkpointOf(sampleLog(9).head(), 0))
    const changed = withBitChanged(note)
    const found = await outcomes(changed.map(noteLine))
    const accepted = changed.filter((_, at) => found[at] === 'ok')
    expect(found).toHaveLength(note.length * 8)
    expect(accepted).toHaveLength(2)
    for (const one of accepted) {
      const text = Buffer.from(one).toString()
      const signature = (line: string) => Buffer.from(line.split(' ')[2] ?? '', 'base64')
      expect(signature(text.split('\n\n')[1] ?? '')).toEqual(
        signature(note.toString().split('\n\n')[1] ?? ''),
      )
      expect(parseNote(text)).toBeNull()
    }
  })

  test('accept every proof of trees of up to 30 leaves', async () => {
    const log = sampleLog(30)
    const lines: string[] = []
    for (let size = 1; size <= 30; size++) {
      const { inclusion } = sampleLog(size)
      for (let index = 0; index < size; index++) {
        lines.push(inclusionLine(index, log.entryAt(index), log.head(size), inclusion(index)))
        const old = index + 1
        lines.push(consistencyLine(log.head(old), log.head(size), log.consistency(old, size)))
      }
    }
    expect(new Set(await outcomes(lines))).toEqual(new Set(['ok']))
  }, 60_000)

  test('refuse every changed bit of a proof, and another leaf', async () => {
    const log = sampleLog(13)
    const inclusion = log.inclusion(5)
    const consistency = log.consistency(6)
    const lines = [
      ...withOneChanged(inclusion).map((proof) =>
        inclusionLine(5, log.entryAt(5), log.head(), proof),
      ),
      ...withOneChanged(consistency).map((proof) =>
        consistencyLine(log.head(6), log.head(), proof),
      ),
      inclusionLine(5, log.entryAt(6), log.head(), inclusion),
      inclusionLine(6, log.entryAt(5), log.head(), inclusion),
    ]
    expect(new Set(await outcomes(lines))).toEqual(new Set(['refused']))
  })

  test('read every leaf through the tiles, and refuse a changed one', async () => {
    // Of a size with more subtrees than tiles, this reader leaves some full tiles unverified.
    const size = 513
    const { leaves, nodeAt, head } = sampleLog(size)
    const files = [0, 1].flatMap((level) => {
      const found: { path: string; hashes: Uint8Array[] }[] = []
      for (let index = 0; ; index++) {
        const width = tileWidth({ level, index }, size)
        if (width === 0) return found
        const hashes = Array.from({ length: width }, (_, at) => nodeAt(8 * level, index * 256 + at))
        found.push({ path: tilePath({ level, index, width }), hashes })
      }
    })
    const line = (tiles: typeof files) =>
      `tiles ${size} ${hex(head().root)} ${tiles.map(({ path, hashes }) => `${path}=${hex(...hashes)}`).join(' ')}`
    const changed = files.map(({ path, hashes }) => ({
      path,
      hashes: hashes.with(-1, leaves[0] ?? new Uint8Array()),
    }))
    const lines = files.map((_, at) =>
      line(files.with(at, changed[at] ?? { path: '', hashes: [] })),
    )
    expect(files.map(({ path }) => path)).toEqual([
      'tile/0/000',
      'tile/0/001',
      'tile/0/002.p/1',
      'tile/1/000.p/2',
    ])
    expect(await outcomes([line(files)])).toEqual(['ok'])
    expect(await outcomes(lines)).toEqual(files.map(() => 'refused'))
  })
})
