/** The part of the environment that the app reads. */
export const environment = {
  /** The AppImage the app runs from, which is how it is started again; undefined when from none. */
  appImage: process.env.APPIMAGE,
  /** Kind of the session on Linux, such as `wayland` or `x11`. */
  sessionType: process.env.XDG_SESSION_TYPE,
  /** Socket of the Wayland compositor. */
  waylandDisplay: process.env.WAYLAND_DISPLAY,
  /** For programs that the app runs. */
  all: process.env,
}
