import { Check } from '@sinclair/typebox/value'
import { LivePrice } from '#shared/contract/price.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import { type Target, VoteSummary } from '#shared/contract/summary.ts'
import { isPrice } from '#shared/rules/decimal.ts'

/** Matches the schema, and its value can be calculated with. */
export function isLivePrice(value: unknown): value is LivePrice {
  return Check(LivePrice, value) && isPrice(value.value)
}

const hasUsableReference = ({ refPrice }: Target) => refPrice === null || isPrice(refPrice)

/** Matches the schema, and its prices can be calculated with. */
export function isSummary(value: unknown): value is VoteSummary {
  return (
    Check(VoteSummary, value) &&
    (value.price === null || isLivePrice(value.price)) &&
    hasUsableReference(value.target1) &&
    hasUsableReference(value.target2)
  )
}

/** Checks the payload of a message: a malformed one must not crash the main process. */
export function isValidMessage(message: StreamMessage): boolean {
  if (message.type === 'hello' || message.type === 'summary') return isSummary(message.summary)
  return message.type !== 'price' || isLivePrice(message.price)
}
