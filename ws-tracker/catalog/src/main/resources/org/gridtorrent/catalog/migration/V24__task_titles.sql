-- What the content was called when the task was ordered, and since, as long as the account may know of it.
alter table task add column title varchar(200);
update task set title = (select c.title from content c where c.id = task.content_id);
alter table task alter column title set not null;
