CREATE TABLE "tenant_usage" (
	"day" date NOT NULL,
	"supervisor_id" integer NOT NULL,
	"requests" bigint NOT NULL,
	"refused" bigint NOT NULL,
	"milliseconds" bigint NOT NULL,
	"events" bigint NOT NULL,
	"channels" bigint NOT NULL,
	CONSTRAINT "tenant_usage_day_supervisor_id_pk" PRIMARY KEY("day","supervisor_id")
);
--> statement-breakpoint
ALTER TABLE "tenant_usage" ADD CONSTRAINT "tenant_usage_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;