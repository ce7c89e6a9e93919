-- A card is 200 to 450 pixels wide and was sent a picture of 1280: beside each thumbnail stands a small one of it.
-- Null for what has had its thumbnail since before; its cards show the large one.
alter table contents add column thumbnail_small_key text;
