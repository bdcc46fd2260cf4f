CREATE TABLE "summed" (
	"supervisor_id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"rule" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trip_sums" (
	"container_id" text PRIMARY KEY NOT NULL,
	"supervisor_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"operation_type" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"is_plain" boolean NOT NULL,
	"events" integer[] NOT NULL,
	"intervals" integer[] NOT NULL,
	"seconds" integer[] NOT NULL,
	"steps_at" timestamp (3) with time zone[] NOT NULL,
	"unlocated" integer NOT NULL,
	"distance" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "summed" ADD CONSTRAINT "summed_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_sums" ADD CONSTRAINT "trip_sums_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trip_sums_of_supervisor" ON "trip_sums" USING btree ("supervisor_id","last_at","first_at");