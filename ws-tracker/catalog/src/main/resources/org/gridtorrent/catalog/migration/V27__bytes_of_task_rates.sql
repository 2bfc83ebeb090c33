-- With each rate the bytes done by then, so that the next one is the mean between them; null while files were checked.
alter table task_rate add column bytes_done bigint;
