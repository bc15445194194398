/** The part of the environment that the app reads. */
export const environment = {
  /** The AppImage the app runs from, which is how it is started again; undefined when from none. */
  appImage: process.env.APPIMAGE,
  /** Kind of the session on Linux, such as `wayland` or `x11`. */
  sessionType: process.env.XDG_SESSION_TYPE,
  /** Socket of the Wayland compositor. */
  waylandDisplay: process.env.WAYLAND_DISPLAY,
  /**
   * Folder for the report of a smoke test of the packed app. A variable, because a link that the
   * system hands over arrives as an argument.
   */
  smokeTest: process.env.TIDEMARK_SMOKE_TEST,
  /** For programs that the app runs. */
  all: process.env,
}
