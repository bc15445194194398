; Included by electron-builder's NSIS script. Removes what the app itself has registered.
!macro customUnInstall
  ; An update runs the uninstaller too.
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\tidemark"
    ; TOAST_ACTIVATOR of desktop/main/app/single-instance.ts
    DeleteRegKey HKCU "Software\Classes\CLSID\{5E0C1C4B-6D52-4E0B-9C1F-7A3D2B8E4F61}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.tidemark.desktop"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "app.tidemark.desktop"
  ${endIf}
!macroend
