/**
 * Mail from the site: the SMTP connection, the messages in each language, and the threads that
 * send them.
 */
@NullMarked
package org.gridtorrent.ccm.mail;

import org.jspecify.annotations.NullMarked;
