import type { Frame } from 'playwright'
import { inApp, originOf } from './addresses.ts'
import { StrictEmitter } from './strict.ts'

type Implemented = 'url' | 'origin' | 'name' | 'detached' | 'isDestroyed' | 'visibilityState'

/** Fake of `WebFrameMain` for a browser frame. */
export class StandInFrame
  extends StrictEmitter
  implements Pick<Electron.WebFrameMain, Implemented>
{
  readonly frame: Frame
  private readonly frames: Frames

  constructor(frame: Frame, frames: Frames) {
    super()
    this.frame = frame
    this.frames = frames
  }

  get url(): string {
    return inApp(this.frame.url(), this.frames.scheme())
  }
  get origin(): string {
    return originOf(this.url)
  }
  get name(): string {
    return this.frame.name()
  }
  get parent(): StandInFrame | null {
    const parent = this.frame.parentFrame()
    return parent ? this.frames.of(parent) : null
  }
  get top(): StandInFrame | null {
    return this.frames.of(this.frame.page().mainFrame())
  }
  get detached(): boolean {
    return this.frame.isDetached()
  }
  get visibilityState(): 'visible' {
    return 'visible'
  }
  isDestroyed(): boolean {
    return this.frame.isDetached()
  }
}

/** Frames by identity: the same object for the same browser frame. */
export class Frames {
  readonly scheme: () => string
  private readonly known = new WeakMap<Frame, StandInFrame>()

  constructor(scheme: () => string) {
    this.scheme = scheme
  }

  of(frame: Frame): StandInFrame {
    const found = this.known.get(frame) ?? new StandInFrame(frame, this)
    this.known.set(frame, found)
    return found
  }
}
