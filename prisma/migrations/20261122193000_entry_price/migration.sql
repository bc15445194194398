-- The price at which a call was accepted; null without an offer and for calls of earlier versions.
ALTER TABLE "vote" ADD COLUMN     "entry_price" TEXT;
