package org.gridtorrent.catalog;

import org.gridtorrent.catalog.mail.Outbox;
import org.gridtorrent.catalog.notify.NoticeMailer;
import org.gridtorrent.catalog.notify.Notices;

/** Notices of the pages, and mail. */
public record NotificationCatalog(Notices notices, NoticeMailer noticeMailer, Outbox outbox) {}
