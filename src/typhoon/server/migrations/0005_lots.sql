-- The dice of a game may fall under several keys, one after another.
UPDATE tables SET header = json_set(
    header,
    '$.lots',
    json(CASE WHEN coalesce(json_extract(header, '$.commitment'), '') = '' THEN '[]' ELSE json_array(json_object(
        'commitment', json_extract(header, '$.commitment'),
        'key', coalesce(json_extract(header, '$.key'), '')
    )) END),
    '$.given',
    json(CASE WHEN coalesce(json_extract(header, '$.commitment'), '') = '' THEN 'true' ELSE 'false' END)
) WHERE json_valid(header);
