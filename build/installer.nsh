; Included by electron-builder's NSIS script. Removes what the app itself has registered.
!macro customUnInstall
  ; An update runs the uninstaller too.
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\tidemark"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.tidemark.desktop"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "app.tidemark.desktop"
  ${endIf}
!macroend
