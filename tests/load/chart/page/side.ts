/** One of the two charts. After each of these all that it changed is in the page. */
export interface Side {
  place: HTMLElement
  show(): Promise<void>
  /** The price of the moment moves. */
  tick(price: number): Promise<void>
  /** The pointer is `x` CSS pixels right of the chart's left edge. */
  hover(x: number): void
  /** What is drawn has changed for the `count`-th time: everything is drawn again. */
  redraw(count: number): Promise<void>
  hide(): void
}
