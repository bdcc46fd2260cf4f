CREATE TABLE "pack_reviews" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pack_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"supervisor_id" integer NOT NULL,
	"container_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "evidence_packs" ADD COLUMN "renews" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pack_reviews" ADD CONSTRAINT "pack_reviews_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pack_reviews_of_supervisor" ON "pack_reviews" USING btree ("supervisor_id");--> statement-breakpoint
INSERT INTO "pack_reviews" ("supervisor_id", "container_id")
  SELECT DISTINCT "c"."supervisor_id", "c"."container_id" FROM "corrections" "c"
  WHERE EXISTS (
    SELECT FROM "settlements" "s"
    WHERE "s"."supervisor_id" = "c"."supervisor_id" AND "s"."pack_id" IS NOT NULL
      AND "s"."sent_at" <= "c"."recorded_at"
      AND ("s"."container_id" IS NULL OR "s"."container_id" = "c"."container_id"));
