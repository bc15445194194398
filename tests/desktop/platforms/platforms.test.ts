import { expect, test } from 'bun:test'
import { DECISIONS } from './decisions.ts'
import { restrictedMembers, usedRestrictedMembers } from './electron-members.ts'

/**
 * A new name here is a member that some system lacks: decide what happens there, then add it to
 * decisions.ts. A changed restriction is Electron's: check the decision again.
 */
test('every member of Electron that some system lacks has a decision', () => {
  const decided = Object.entries(DECISIONS).map(([name, [restriction]]) => [name, restriction])
  expect(Object.fromEntries(usedRestrictedMembers())).toEqual(Object.fromEntries(decided))
})

test('platforms, Wayland and events are read from the declarations', () => {
  const declarations = `
  class Tray extends NodeEventEmitter {
    /**
     * @platform darwin,win32
     */
    on(event: 'right-click', listener: () => void): this;
    /**
     * Sets it.
     *
     * @platform darwin
     */
    setTitle(title: string): void;
    setImage(image: string): void;
  }
  interface BaseWindowConstructorOptions {
    /**
     * Whether it stays on top. Not supported on Wayland (Linux).
     */
    alwaysOnTop?: boolean;
  }`
  expect(restrictedMembers(declarations)).toEqual([
    { owner: 'Tray', name: 'right-click', note: 'darwin,win32', isEvent: true },
    { owner: 'Tray', name: 'setTitle', note: 'darwin', isEvent: false },
    {
      owner: 'BaseWindowConstructorOptions',
      name: 'alwaysOnTop',
      note: 'not on Wayland',
      isEvent: false,
    },
  ])
})
