/** A tag that an axis wants at `y`, its middle; CSS pixels. */
export interface WantedTag {
  y: number
  height: number
}

interface Span {
  top: number
  bottom: number
}

/** The place nearest to `y` where a tag is within the axis. */
export function withinAxis({ y, height }: WantedTag, { top, bottom }: Span): number {
  return Math.max(top + height / 2, Math.min(bottom - height / 2, y))
}

/** The heights that tags above and below the first one need. */
const heightOf = (tags: readonly WantedTag[]) => tags.reduce((sum, { height }) => sum + height, 0)

/**
 * Lays tags out along an axis without overlap, in the order of their prices. They come by importance: the
 * first stays at its price, others move away from it, and one without room is left out. Of two at the same
 * price the first is above. @returns the middle of each tag, null for one left out
 */
export function layOutTags(tags: readonly WantedTag[], axis: Span): (number | null)[] {
  const places: (number | null)[] = tags.map(() => null)
  const [first] = tags
  if (!first || first.height > axis.bottom - axis.top) return places
  const center = withinAxis(first, axis)
  places[0] = center
  const others = tags.map((tag, index) => ({ ...tag, index })).slice(1)
  const isAbove = ({ y }: WantedTag) => y < first.y
  const above = others.filter(isAbove)
  const below = others.filter((tag) => !isAbove(tag))
  // Mirrored, so that one function stacks away from the first tag.
  const upwards = above.map((tag) => ({ ...tag, y: -tag.y }))
  const spanAbove = { top: first.height / 2 - center, bottom: -axis.top }
  for (const [index, y] of stack(upwards, spanAbove, true)) places[index] = -y
  const spanBelow = { top: center + first.height / 2, bottom: axis.bottom }
  for (const [index, y] of stack(below, spanBelow, false)) places[index] = y
  return places
}

interface Indexed extends WantedTag {
  index: number
}

/** Stacks tags downwards within a span, the most important ones that fit. */
function stack(tags: readonly Indexed[], span: Span, isMirrored: boolean): Map<number, number> {
  const chosen: Indexed[] = []
  for (const tag of tags) {
    if (heightOf([...chosen, tag]) <= span.bottom - span.top) chosen.push(tag)
  }
  const ties = isMirrored ? -1 : 1
  chosen.sort((one, other) => one.y - other.y || (one.index - other.index) * ties)
  const places = new Map<number, number>()
  let left = heightOf(chosen)
  let top = span.top
  for (const { y, height, index } of chosen) {
    // Those after it need their room.
    const lowest = span.bottom - left + height / 2
    const place = Math.min(lowest, Math.max(top + height / 2, y))
    places.set(index, place)
    top = place + height / 2
    left -= height
  }
  return places
}
