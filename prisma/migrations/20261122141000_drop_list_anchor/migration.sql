-- Anchors of long lists are found in memory: see docs/decisions/pages-of-long-lists.md.
DROP TABLE "list_anchor";
