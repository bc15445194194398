/** One of the two charts; each call updates the page synchronously. */
export interface Side {
  place: HTMLElement
  show(): Promise<void>
  /** Updates the live price. */
  tick(price: number): Promise<void>
  /** Moves the pointer to `x` CSS pixels from the left edge. */
  hover(x: number): void
  /** Redraws everything for the `count`-th time. */
  redraw(count: number): Promise<void>
  hide(): void
}
