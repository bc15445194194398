/** The AppImage the app runs from, which is how it is started again; undefined when from none. */
export const appImage = (): string | undefined => process.env.APPIMAGE
