/** One of the charts. */
export interface Side {
  place: HTMLElement
  /** Whether each change is drawn with the next frame, and `isDrawn` is of no use. */
  drawsInFrames: boolean
  show(): void
  /** Whether the first drawing is complete: axes, prices, band and lines. */
  isDrawn(): boolean
  /** Updates the live price. */
  tick(price: number): Promise<void> | void
  /** Moves the pointer to `x` CSS pixels from the left edge. */
  hover(x: number): void
  /** Redraws everything for the `count`-th time. */
  redraw(count: number): Promise<void> | void
  /** Pans by `x` CSS pixels, or zooms by the factor of a wheel's turn; drawn with the next frame. */
  pan(x: number): void
  zoom(turn: number): void
  /** Shows the newest `hours` only, or all of them. */
  limit(hours: number | null): Promise<void>
  hide(): void
}
