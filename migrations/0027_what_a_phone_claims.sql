CREATE TABLE "heard_drivers" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"press_id" bigint NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "corrections" ADD COLUMN "reported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "heard_drivers" ADD CONSTRAINT "heard_drivers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;