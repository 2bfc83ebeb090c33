-- Why a task stands as it does, as a reason code with arguments. Sentences of before stay, as they are.
alter table task alter column message set data type varchar(20000);
alter table task rename column message to reason;
