-- The job sums all trips again: its statement is another one.
TRUNCATE "trip_sums", "summed";--> statement-breakpoint
ALTER TABLE "trip_sums" ALTER COLUMN "unlocated" SET DATA TYPE integer[] USING array["unlocated"];--> statement-breakpoint
ALTER TABLE "trip_sums" ALTER COLUMN "distance" SET DATA TYPE double precision[] USING array["distance"];
