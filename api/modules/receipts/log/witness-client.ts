import { base64 } from '@scure/base'
import {
  type NoteSignature,
  parseNote,
  parseSignatureLines,
} from '#shared/rules/log/signed-note.ts'
import { decimal, readDecimal, readUtf8 } from '#shared/rules/log/strict-text.ts'
import { MAX_PROOF_HASHES } from '#shared/rules/log/tree-proofs.ts'
import { verifyNote } from '#shared/rules/log/verify-note.ts'
import type { Hash } from '#shared/rules/merkle.ts'
import { boundedRequest, type RequestDeps } from './bounded-request.ts'
import type { Witness } from './log-settings.ts'

/** A checkpoint for a witness. */
export interface Submission {
  /** Size of the last checkpoint that the witness cosigned; 0 when it is not known. */
  oldSize: number
  /** Consistency proof from `oldSize`; empty from 0 and between equal sizes. */
  proof: readonly Hash[]
  /** The checkpoint, signed by the log. */
  checkpoint: string
}

/** Reply of a witness. */
export type WitnessReply =
  /** Verified signatures of the witness, and when it made the first (s since 1970, UTC). */
  | { result: 'cosigned'; signatures: NoteSignature[]; timestamp: number }
  /** Its last checkpoint has another size: to be sent again with a proof from that one. */
  | { result: 'conflict'; size: number }
  /** 400, 403, 404, 422 and any other status. */
  | { result: 'refused'; status: number }
  /** No reply, or one that is not a cosignature of this checkpoint. */
  | { result: 'failed'; reason: string }

const MAX_REPLY_BYTES = 64_000
const SIZE_TYPE = 'text/x.tlog.size'

/** Body of `add-checkpoint`. Throws a RangeError for a proof that is too long. */
export function addCheckpointBody({ oldSize, proof, checkpoint }: Submission): string {
  if (proof.length > MAX_PROOF_HASHES) throw new RangeError('a proof has at most 63 hashes')
  const lines = [`old ${decimal(oldSize)}`, ...proof.map((hash) => base64.encode(hash))]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

async function readCosignatures(
  text: string | null,
  { key }: Witness,
  checkpoint: string,
): Promise<WitnessReply> {
  const note = parseNote(checkpoint)
  const lines = parseSignatureLines(text ?? '')
  if (note === null || lines === null) return { result: 'failed', reason: 'not signature lines' }
  const signatures = lines.filter(({ name, keyId }) => name === key.name && keyId === key.keyId)
  const verified = await verifyNote({ text: note.text, signatures }, [key])
  const timestamp = verified?.[0]?.timestamp
  // The specification forbids a cosignature without a time here.
  if (!timestamp) return { result: 'failed', reason: 'no valid cosignature of this witness' }
  return { result: 'cosigned', signatures, timestamp }
}

/** Sends a checkpoint to a witness (c2sp.org/tlog-witness, `add-checkpoint`). */
export type AddCheckpoint = (witness: Witness, submission: Submission) => Promise<WitnessReply>

/** Creates a client of witnesses. Requests end after 10 s and never reject. */
export function createWitnessClient(deps: RequestDeps): AddCheckpoint {
  return async (witness, submission) => {
    const reply = await boundedRequest(deps, `${witness.url}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: addCheckpointBody(submission),
      limit: MAX_REPLY_BYTES,
    })
    if ('failure' in reply) return { result: 'failed', reason: reply.failure }
    const { status, contentType } = reply
    const text = readUtf8(reply.body)
    if (status === 200) return readCosignatures(text, witness, submission.checkpoint)
    if (status !== 409) return { result: 'refused', status }
    const isSize = contentType.split(';')[0]?.trim().toLowerCase() === SIZE_TYPE
    const size = text?.endsWith('\n') && isSize ? readDecimal(text.slice(0, -1)) : null
    if (size === null) return { result: 'failed', reason: 'a conflict without a size' }
    return { result: 'conflict', size }
  }
}
