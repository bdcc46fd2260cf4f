CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"last_started_at" timestamp (3) with time zone NOT NULL,
	"last_finished_at" timestamp (3) with time zone,
	"last_error" text
);
