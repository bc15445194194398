import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { API_PREFIX, Direction } from '#shared/contract/common.ts'
import { LOG_PATHS } from '#shared/contract/endpoints.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { VOTE_CHOICES } from '#shared/rules/band.ts'
import { parseEntryBundle } from '#shared/rules/log/entry-bundle.ts'
import { TILE_WIDTH, type TileAddress, tilePath, tileWidth } from '#shared/rules/log/tile-path.ts'
import { createTileReader, tilesOf } from '#shared/rules/log/tile-reader.ts'
import { rootNodes } from '#shared/rules/log/tree-nodes.ts'
import { type TreeHead, treeRoot } from '#shared/rules/log/tree-proofs.ts'
import { type Hash, leafHash, nodeHash } from '#shared/rules/merkle.ts'
import { roundStartOn } from '#shared/rules/schedule.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import type { Site } from './site.ts'

/** Fields of an opening that are checked; its entry commits to the rest. */
const Opening = Type.Object({
  voteId: Type.Integer(),
  target: Type.String(),
  author: Type.String(),
  direction: Direction,
})
type Opening = Static<typeof Opening>

/** How the votes that a site shows agree with the entries of its log. */
export interface RoundReport {
  origin: string
  /** Index of the first entry. */
  first: number
  entries: number
  /** Votes whose content is shown. */
  opened: number
  counts: Record<Direction, number>
  problems: string[]
}

/** Root of a log after entries that follow on `before`, whose tiles must have its root. */
async function rootWith(site: Site, before: TreeHead, entries: readonly Uint8Array[]) {
  const nodes = rootNodes(before.size)
  const reader = createTileReader(await site.tiles(tilesOf(nodes, before.size)))
  if (before.size > 0 && bytesToHex(treeRoot(before.size, reader)) !== bytesToHex(before.root)) {
    throw new Error(`The tiles do not have the root of checkpoint ${before.size}.`)
  }
  const stack = nodes.map(({ level, index }) => ({ level, hash: reader(level, index) }))
  for (const entry of entries) {
    let node: { level: number; hash: Hash } = { level: 0, hash: leafHash(entry) }
    while (stack.at(-1)?.level === node.level) {
      const left = stack.pop()
      if (left) node = { level: node.level + 1, hash: nodeHash(left.hash, node.hash) }
    }
    stack.push(node)
  }
  return stack.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right))
}

/** Entries `first` to `size` of the log, the latter excluded. */
async function readEntries(site: Site, first: number, size: number): Promise<Uint8Array[]> {
  const entries: Uint8Array[] = []
  for (let index = Math.floor(first / TILE_WIDTH); index * TILE_WIDTH < size; index++) {
    const level = 'entries'
    const bundle: TileAddress = { level, index, width: tileWidth({ level, index }, size) }
    const reply = await site.get(`${LOG_PATHS.prefix}/${tilePath(bundle)}`)
    const read = parseEntryBundle(await reply.bytes(), bundle.width)
    if (!read) throw new Error(`Entry bundle ${index} is malformed.`)
    entries.push(...read.slice(Math.max(0, first - index * TILE_WIDTH)))
  }
  return entries
}

async function* readOpenings(site: Site, day: string): AsyncGenerator<string> {
  for (let path: string | null = `${LOG_PATHS.openings}/${day}`; path !== null; ) {
    const reply = await site.get(path)
    for (const line of (await reply.text()).split('\n')) if (line !== '') yield line
    path = /^<(\/[^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1] ?? null
  }
}

function parseOpening(line: string): Opening {
  const opening: unknown = JSON.parse(line)
  if (!Value.Check(Opening, opening)) throw new Error(`Not an opening: ${line}`)
  return opening
}

/**
 * Compares the votes of the settled round that began on a UTC day, `2026-11-19`, with the entries of the
 * log. Throws an Error when the site does not show both, or shows something malformed.
 */
export async function verifyRound(site: Site, day: string): Promise<RoundReport> {
  const start = roundStartOn(day)
  if (start === null) throw new Error(`No round begins on ${day}.`)
  const target = new Date(start + WEEK_MS).toISOString()
  const round: unknown = await (await site.get(`${API_PREFIX}/rounds/${target}`)).json()
  if (!Value.Check(RoundDetail, round) || round.checkpoint === null) {
    throw new Error(`The round of ${day} is not in the log.`)
  }
  const { size, votes } = round.checkpoint
  const first = size - votes
  const head = await site.checkpointOf(size)
  const before = first === 0 ? { size: 0, root: new Uint8Array() } : await site.checkpointOf(first)
  const entries = await readEntries(site, first, size)
  const problems: string[] = []
  const check = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(problem)
  }
  check(
    bytesToHex(await rootWith(site, before, entries)) === bytesToHex(head.root),
    'the entries do not lead to the root of the checkpoint.',
  )
  const contradiction = await site.contradiction(head)
  if (contradiction !== null) problems.push(contradiction)
  check(round.voters === votes, `the site shows ${round.voters} votes for ${votes} entries.`)

  const unopened = new Set(entries.map(bytesToHex))
  check(unopened.size === votes, 'an entry is in the round twice.')
  const authors = new Set<string>()
  const counts = { up: 0, steady: 0, down: 0, unknown: 0 }
  for await (const line of readOpenings(site, day)) {
    const { voteId, target: shown, author, direction } = parseOpening(line)
    const isEntry = unopened.delete(bytesToHex(leafHash(utf8ToBytes(line))))
    check(isEntry, `vote ${voteId} is no entry of the round, or is shown twice.`)
    check(shown === target, `vote ${voteId} is of another round.`)
    check(!authors.has(author), `${author} has a second vote, ${voteId}.`)
    authors.add(author)
    counts[direction] += 1
  }
  const opened = votes - unopened.size
  for (const choice of VOTE_CHOICES) {
    const count = round.votes?.[choice] ?? votes
    check(counts[choice] <= count, `the site counts ${count} votes ${choice}, and shows more.`)
  }
  return { origin: site.origin, first, entries: votes, opened, counts, problems }
}
